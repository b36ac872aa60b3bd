/**
 * Loaders of controls that the local engine's form does not use, so that the first visit does not
 * download them.
 */
export const loadChoices = async () => (await import('./choices-control.tsx')).ChoicesControl
export const loadText = async () => (await import('./text-control.tsx')).TextControl
export const loadJson = async () => (await import('./json-control.tsx')).JsonControl
export const loadPictures = async () => (await import('./pictures-control.tsx')).PicturesControl
