export const citation = /\[(\d{1,3})\]/

export const mayCite = (text: string): boolean => citation.test(text)
