/** How many pictures of a model make one turn, side by side in one file: `/api/assets/:id/turntable`. */
export const turntableFrames = 12
/** Of one picture. */
export const turntableSidePx = 192
