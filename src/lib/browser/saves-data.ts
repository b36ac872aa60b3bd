import { asRecord } from '../fields.ts'

/** Returns whether the browser is set to save data. Only some browsers report this setting. */
export const isSavingData = (): boolean =>
  'connection' in navigator && asRecord(navigator.connection)['saveData'] === true
