/** This folder in the data folder holds copies of the data from before updates. */
export const snapshotsName = 'snapshots'
