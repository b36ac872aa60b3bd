/** Number of frames of a turntable, side by side in one file: `/api/assets/:id/turntable`. */
export const turntableFrames = 12
/** Width and height of one frame, in pixels. */
export const turntableSidePx = 192
