/** Folder in the data folder with copies of the data from before updates. */
export const snapshotsName = 'snapshots'
