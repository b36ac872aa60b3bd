/** Parts of the studio that its first view does not need. One file contains them all. */
export { SidesChip } from './picture/sides-chip.tsx'
export { BillNote } from './tasks/bill-note.tsx'
