/** Reasons for excluding a photo from a scan, as the end of a sentence. */
export const photoProblems = {
  unreadable: 'cannot be read as a picture',
  'other-size': 'has another size or zoom than most photos',
  'too-dark': 'is too dark',
  blurred: 'is blurred',
  mirrored: 'is mirrored',
  inverted: 'has inverted colours',
  stretched: 'is stretched in one direction',
  'no-markers': 'shows too few markers of the mat',
  'other-mat': 'shows another mat than most photos',
  'bad-pose': 'does not fit the other photos: the mat or its paper may have moved',
  disagrees: 'shows another outline of the object than the other photos',
  'left-out': 'was left out by choice',
} as const

export type PhotoProblem = keyof typeof photoProblems

/** Short forms of the reasons, for a label on the photo. */
export const photoProblemLabels: Record<PhotoProblem, string> = {
  unreadable: 'Unreadable',
  'other-size': 'Other size',
  'too-dark': 'Too dark',
  blurred: 'Blurred',
  mirrored: 'Mirrored',
  inverted: 'Inverted colours',
  stretched: 'Stretched',
  'no-markers': 'Mat not seen',
  'other-mat': 'Other mat',
  'bad-pose': 'Mat moved',
  disagrees: 'Odd outline',
  'left-out': 'Left out',
}

export const isPhotoProblem = (text: string | undefined): text is PhotoProblem =>
  text !== undefined && Object.hasOwn(photoProblems, text)
