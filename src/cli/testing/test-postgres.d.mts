/**
 * Finds or installs a Postgres server for the tests: its folder, or a sentence that says why there
 * is none.
 */
export function ensurePostgres(): Promise<
  { home: string; missing?: undefined } | { home?: undefined; missing: string }
>
