int favourite_number(void);
