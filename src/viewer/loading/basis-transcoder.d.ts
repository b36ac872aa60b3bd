declare module 'three/addons/libs/basis/basis_transcoder.js' {
  const createBasis: (options: object) => Promise<unknown>
  export default createBasis
}
