export const citation = /\[(\d{1,3})\]/

export const mayCite = (text: string): boolean => citation.test(text)

/** Matches a reference to an equation. */
export const reference = /\\(eq)?ref\s*\{([^{}]*)\}/g

export const mayRefer = (text: string): boolean => text.search(reference) >= 0
