/** Cursor of the first page of a list that is loaded page by page. */
export const firstCursor: string | undefined = undefined
