// The texts of files that the programs hold. In C, because Swift takes seconds to compile them as arrays of bytes.
const char *embedded_loader(void);
const char *embedded_supervisor(void);
const char *embedded_icon(void);
const char *embedded_style_sheet(void);
const char *embedded_site_script(void);
const char *embedded_search_script(void);
const char *embedded_live_script(void);
