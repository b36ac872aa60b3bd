/** Parts of the app that the first view does not need. One file contains them all. */
export { followKeyboard } from './follow-keyboard.ts'
export { ShareRequestDialog } from './share-request-dialog.tsx'
export { TooltipLayer } from '#ui/overlays/tooltip-layer.tsx'
