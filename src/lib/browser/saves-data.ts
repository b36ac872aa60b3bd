/** Returns whether the browser is set to save data. Only some browsers report this setting. */
export const isSavingData = (): boolean =>
  'connection' in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
