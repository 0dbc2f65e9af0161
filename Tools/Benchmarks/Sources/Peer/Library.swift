// The module whose rows these are, for every file of the target.
@_exported import OpenCombine
