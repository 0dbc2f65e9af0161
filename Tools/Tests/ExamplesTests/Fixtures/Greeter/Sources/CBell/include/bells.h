#define BELLS 3
