/**
 * @returns the folder that the package is installed in, or a sentence that says why it is missing.
 */
export function ensureConformance(): Promise<
  { folder: string; missing?: undefined } | { folder?: undefined; missing: string }
>
