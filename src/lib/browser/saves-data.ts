/** Returns whether the person has asked the browser to save data. Only some browsers state it. */
export const isSavingData = (): boolean =>
  'connection' in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
