export const loadCompare = async () => (await import('./compare-dialog.tsx')).CompareDialog
