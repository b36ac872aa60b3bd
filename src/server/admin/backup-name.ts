/** Source of a regular expression for the names of scheduled backups and backups in buckets. */
export const backupNamePattern = String.raw`bozzetto-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ`

export const getBackupName = (now: number): string =>
  `bozzetto-${new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}`
