/**
 * Finds or installs llama.cpp for the tests: the file to import, or a sentence that says why there
 * is none.
 */
export function ensureLlama(): Promise<
  { main: string; missing?: undefined } | { main?: undefined; missing: string }
>
