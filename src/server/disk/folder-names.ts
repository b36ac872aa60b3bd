/** Folder in the data folder with copies of the data from before updates. */
export const snapshotsName = 'snapshots'

/** Folder in the data folder with the copy that is being sent to a bucket. */
export const backupToSendName = 'backup-to-send'
