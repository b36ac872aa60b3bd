/** Code of the key that dictates while the user holds the key. */
export const pushToTalkKeys = 'F8'

export const isPushToTalk = ({ code }: KeyboardEvent): boolean => code === pushToTalkKeys
