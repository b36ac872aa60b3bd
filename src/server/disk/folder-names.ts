/** Folder in the data folder that holds copies of the data from before updates. */
export const snapshotsName = 'snapshots'
