/* Symbols of turbine.ini. */
#define TURBINE 0
#define SPEED 2
