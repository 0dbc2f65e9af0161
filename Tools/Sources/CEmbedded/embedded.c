#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *embedded_loader(void) {
  static const unsigned char text[] = {
#embed "../Examples/Building/Loader.c" suffix(, 0)
  };
  return (const char *)text;
}

const char *embedded_supervisor(void) {
  static const unsigned char text[] = {
#embed "../Examples/Building/Supervisor.c" suffix(, 0)
  };
  return (const char *)text;
}

const char *embedded_icon(void) {
  static const unsigned char text[] = {
#embed "../Site/Assets/icon.svg" suffix(, 0)
  };
  return (const char *)text;
}

const char *embedded_style_sheet(void) {
  static const unsigned char text[] = {
#embed "../Site/Assets/site.css" suffix(, 0)
  };
  return (const char *)text;
}

const char *embedded_site_script(void) {
  static const unsigned char text[] = {
#embed "../Site/Assets/site.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *embedded_search_script(void) {
  static const unsigned char text[] = {
#embed "../Site/Assets/search.js" suffix(, 0)
  };
  return (const char *)text;
}

const char *embedded_live_script(void) {
  static const unsigned char text[] = {
#embed "../Site/Assets/live.js" suffix(, 0)
  };
  return (const char *)text;
}
