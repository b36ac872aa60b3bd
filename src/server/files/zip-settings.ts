import { configure } from '@zip.js/zip.js'

// Without workers a place costs nothing, but archives would wait for places: as many downloads that
// somebody lets stand as there are processors would hold up all others.
configure({ useWebWorkers: false, maxWorkers: 100_000 })
