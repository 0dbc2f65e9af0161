#define DEEP_NUMBER 1
