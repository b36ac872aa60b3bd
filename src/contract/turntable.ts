/** Number of frames of a model's turntable image, side by side in `/api/assets/:id/turntable`. */
export const turntableFrames = 12
/** Width and height of one frame, in pixels. */
export const turntableSidePx = 192
