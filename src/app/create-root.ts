// In the chunk of React, so that the browser evaluates React in a task before the app's own code.
export { createRoot } from 'react-dom/client'
