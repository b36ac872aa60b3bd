/** @returns the newest Node with long-term support, or a sentence that says why there is none. */
export function ensureNewestNode(): Promise<{ node: string } | { missing: string }>
