import { createContext } from 'react'

/** True on a page with one section, whose title is the title of the page. */
export const SinglePartContext = createContext(false)
