/**
 * 160 codes of 6 x 6 bits for the markers, row by row from the top left, 1 for white, found by a
 * greedy random search. Any two codes differ in at least 12 bits in all rotations, and so does each
 * code from its own rotations.
 */
export const markerCodes: readonly string[] = `
  6621c0f73 910e6bae3 513ba87d2 78d041707 d4ee96cf6 68b7ff181 1c54c2955 730dca651 26e29d4e9
  80f9f7126 fd6114d0b e22c8e131 4095a64c6 99abd224e 478938e94 f11167d30 bd09f5c9f b4e271123
  93cf2db85 5ae4a9231 5c998dda0 2753e226f 22032a9bf 0767f89ea 86cd792ba 55a26e68b 59a4988fb
  5a4fdedc8 586153093 f8aa134e8 4c029ee96 f5e2588d5 d84c7a441 85678e34f 2e186f2a0 8c1c89c76
  63c1a9836 cceb152fb e72e2eadd d21f9bf3a b57aeb918 b60fb41b8 cea063fe9 93782d816 e34ff3392
  edc93e4be 29dbf49f0 c93b2769e f5e19ba68 905aa508d 7a37f1265 dcba763c4 98fcdfc35 241b85793
  837a9c318 6d35736f2 5e70d135a b84c91e98 6575fe5cc 1830a7af2 42388985b 95190af07 c45669f68
  6fd3933c1 ef051a74c 64f9a3dca 36aae4936 52e85bbd0 45743c83c c14f487dc 9745cf1b2 3ba842e7c
  4f2344b5c ac56777cb 6030b25be 68518f06d 8ff8cc005 9b545e213 97e0360c0 bbe5d8448 1b3e369e6
  7e09832fc 5c7c19f71 460a93dee b4a0ed404 a69a5bcf7 8e89e596a 9163bf9fc b372f762c 716055654
  17162d4c5 b165cafa9 3359889dd e50bff078 bcfd6b8f0 0af96da4c 6b3a4f353 5455bce01 679d8ea1e
  c6514ac21 63aa9115c b65de1b29 4acbf642f 1e88e87d3 b61216dab 81f8f26e1 3089bfc11 4c31a9e1c
  131396abd 75f4c623b eb8721273 37839bd0f 132978262 936bfe4d3 707450bb8 436383d19 b7cb32df2
  bad592983 2b7443c01 129f23e06 712f0ea66 60be492f6 21a0d7382 b75c39bd3 e6980a7ae 373ad85f8
  6ed4a4197 7eb21dbd9 e0279d845 e6d41f852 73aaaa8f0 05dc97fbd 7dfbce102 2de248761 92089f82c
  d2c4c0d24 64bd1c503 bd6ba8a72 ae659d636 a80a3d053 1618d3633 638806e23 e7a0e64ee 165b87b4c
  bcf7e6287 71ef3d0c0 caae5003e 72197fb6e edc2da78a 8949928e2 62ff93c6d ee53d5946 fc0780521
  cd07acce4 c1fc86802 dfae39cc3 1f2e62028 3fe27a14e 062ad6a42 2e82d4413
`
  .trim()
  .split(/\s+/)

/** Number of cells along a side of a code, without the black border of one cell. */
export const codeCells = 6

/** Returns the 36 bits of a code, row by row, 1 for white. */
export function toBits(code: string): Uint8Array {
  const bits = new Uint8Array(codeCells * codeCells)
  const digits = Number.parseInt(code, 16).toString(2).padStart(bits.length, '0')
  for (let i = 0; i < bits.length; i++) bits[i] = digits.charCodeAt(i) - 48
  return bits
}

/** Turns a square of `side` x `side` values clockwise by a quarter turn. */
export function rotateCells<Cells extends Uint8Array | Float32Array>(
  cells: Cells,
  side: number,
): Cells {
  const turned = cells.slice() as Cells
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      turned[column * side + side - 1 - row] = cells[row * side + column] ?? 0
    }
  }
  return turned
}
