import { createContext } from 'react'

/** True if the page has only one section. The section then has the title of the page. */
export const SinglePartContext = createContext(false)
