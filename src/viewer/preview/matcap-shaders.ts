/**
 * Shaders with the same result as three.js' `MeshMatcapMaterial` (or `MeshBasicMaterial` for unlit
 * surfaces), its neutral tone mapping (Khronos PBR Neutral) and sRGB output.
 */
export const matcapShaders = {
  vertex: `#version 300 es
in vec3 position; in vec3 normal; in vec2 uv; in vec4 colour;
uniform mat4 modelView, projection; uniform mat3 normalMatrix, uvMatrix;
out vec3 vNormal, vEye; out vec2 vUv; out vec4 vColour;
void main() {
  vec4 at = modelView * vec4(position, 1.0);
  vEye = -at.xyz; vColour = colour; vUv = (uvMatrix * vec3(uv, 1.0)).xy;
  vNormal = normalMatrix * normal;
  gl_Position = projection * at;
}`,
  fragment: `#version 300 es
precision highp float;
in vec3 vNormal, vEye; in vec2 vUv; in vec4 vColour;
uniform vec4 factor; uniform float cutoff, exposure;
uniform bool hasPicture, hasNormals, isTwoSided, isUnlit;
uniform sampler2D picture, light;
out vec4 drawn;
vec3 toneMapped(vec3 colour) {
  colour *= exposure;
  float least = min(colour.r, min(colour.g, colour.b));
  colour -= least < 0.08 ? least - 6.25 * least * least : 0.04;
  float peak = max(colour.r, max(colour.g, colour.b));
  float start = 0.8 - 0.04;
  if (peak < start) return colour;
  float rest = 1.0 - start;
  float pressed = 1.0 - rest * rest / (peak + rest - start);
  float pale = 1.0 - 1.0 / (0.15 * (peak - pressed) + 1.0);
  return mix(colour * pressed / peak, vec3(pressed), pale);
}
void main() {
  vec4 base = factor * vColour;
  if (hasPicture) base *= texture(picture, vUv);
  if (base.a < cutoff) discard;
  vec3 n = normalize(hasNormals ? vNormal : cross(dFdx(vEye), dFdy(vEye)));
  if (hasNormals && isTwoSided && !gl_FrontFacing) n = -n;
  vec3 eye = normalize(vEye);
  vec3 x = normalize(vec3(eye.z, 0.0, -eye.x));
  vec2 at = vec2(dot(x, n), dot(cross(eye, x), n)) * 0.495 + 0.5;
  vec3 colour = isUnlit ? base.rgb : base.rgb * texture(light, at).rgb;
  colour = toneMapped(colour);
  drawn = vec4(mix(12.92 * colour, 1.055 * pow(max(colour, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, colour)), 1.0);
}`,
}
