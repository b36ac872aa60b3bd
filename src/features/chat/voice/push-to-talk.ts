/** Key that dictates while it is held, by its place on the keyboard. */
export const pushToTalkKeys = 'F8'

export const isPushToTalk = ({ code }: KeyboardEvent): boolean => code === pushToTalkKeys
