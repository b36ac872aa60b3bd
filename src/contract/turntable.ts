/** How many pictures of a model make one turn, side by side in one file: `/api/assets/:id/turntable`. */
export const turntableFrames = 16
/** Of one picture. */
export const turntableSidePx = 256
