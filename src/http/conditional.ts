/** Headers of a request that make a write depend on what is there (semantics 4.4; RFC 9110, 13.1). */
export const CONDITIONAL_HEADERS = ['If-Version-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'If-None-Match'] as const;
