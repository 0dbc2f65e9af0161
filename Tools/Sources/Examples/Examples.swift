// The examples in documents: found, compiled, run, and compared with what is documented beside them.
