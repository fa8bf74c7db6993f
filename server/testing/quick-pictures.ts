/**
 * Pictures that this process encodes take a quarter of the work and more bytes: how well they are pressed is tested at the
 * encoder alone (`images.test.ts`). `--import` of the journeys' server, whose demo has dozens.
 */
import sharp, { type Sharp } from 'sharp'

type Encoder = (this: Sharp, options?: object) => Sharp

const encoders = sharp.prototype as unknown as Record<'avif' | 'webp', Encoder> // one signature is enough here
for (const name of ['avif', 'webp'] as const) {
  const own = encoders[name]
  encoders[name] = function (options = {}) {
    return Reflect.apply(own, this, [{ ...options, effort: 0 }])
  }
}
