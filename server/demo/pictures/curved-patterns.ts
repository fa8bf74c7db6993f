/** Flyers of petals, hills, blobs, spirals and bent boards. */
import {
  CENTER_X,
  circle,
  HEIGHT,
  line,
  onCircle,
  point,
  polygon,
  range,
  ring,
  round,
  softShape,
  TURN,
  WIDTH,
  type Pattern,
} from './svg-shapes.ts'

export const petals: Pattern = (random, { night, deep, main, second, spark }) => {
  const y = random.between(760, 840)
  const folds = random.pick([8, 10, 12])
  const tilt = random.between(0, TURN)
  const layers = [
    { reach: 1050, width: 300, fill: second, shift: 0.5 },
    { reach: 800, width: 240, fill: main, shift: 0 },
    { reach: 560, width: 180, fill: deep, shift: 0.5 },
    { reach: 400, width: 130, fill: spark, shift: 0 },
  ]
  const flowers = layers.map(({ reach, width, fill, shift }) => {
    const half = (width * 10) / folds / 2
    const petal = `<path d="M0 0C${round(half)} ${round(-reach * 0.3)} ${round(half)} ${round(-reach * 0.8)} 0 ${-reach}C${round(-half)} ${round(-reach * 0.8)} ${round(-half)} ${round(-reach * 0.3)} 0 0z" fill="${fill}"/>`
    return range(folds)
      .map((fold) => {
        const degrees = ((fold + shift) / folds) * 360 + (tilt * 360) / TURN
        return `<g transform="translate(${CENTER_X} ${round(y)}) rotate(${round(degrees)})">${petal}</g>`
      })
      .join('')
  })
  return `${flowers.join('')}${circle(CENTER_X, y, 118, night)}${circle(CENTER_X, y, 66, main)}`
}

export const ridges: Pattern = (random, { night, deep, main, second, spark }) => {
  const moonX = random.between(380, 900)
  const moon = `${circle(moonX, 470, 250, spark)}${ring(moonX, 470, 330, spark, 4, 'opacity=".45"')}${ring(moonX, 470, 420, spark, 3, 'opacity=".25"')}`
  const hills = [second, main, second, deep, main, night, deep].map((fill, place, all) => {
    const base = 640 + (place / (all.length - 1)) * 760
    const phase = random.between(0, TURN)
    const length = random.between(210, 330)
    const crest = range(33).map((step) => {
      const x = -40 + step * 42
      return point(x, base + Math.sin(x / length + phase) * 76 + Math.sin(x / (length * 0.37) + phase * 2) * 24)
    })
    return polygon([point(-40, HEIGHT + 10), ...crest, point(WIDTH + 60, HEIGHT + 10)], fill)
  })
  return `${moon}${hills.join('')}`
}

export const blobs: Pattern = (random, { main, second, spark }) => {
  const drops = range(5).map((drop) => {
    const x = [250, 1010, 600, 160, 1080][drop] ?? CENTER_X
    const y = [330, 520, 880, 1290, 1330][drop] ?? 800
    const sway = range(8).map(() => random.between(0.84, 1.2))
    return { x: x + random.between(-70, 70), y: y + random.between(-70, 70), sway, radius: random.between(320, 420) }
  })
  return drops
    .flatMap(({ x, y, sway, radius }, drop) =>
      [1, 0.78, 0.56, 0.34].map((scale, depth) => {
        const points = sway.map((factor, place) => {
          const angle = (place / sway.length) * TURN
          return [x + Math.cos(angle) * radius * factor * scale, y + Math.sin(angle) * radius * factor * scale] as const
        })
        return softShape(points, [main, second, spark, second][(depth + drop) % 4] ?? main)
      }),
    )
    .join('')
}

export const spiral: Pattern = (random, { deep, main, second, spark }) => {
  const y = random.between(760, 840)
  const arms = random.pick([5, 6, 8])
  const twist = random.between(2.2, 3.4) * (random.isLikely(0.5) ? 1 : -1)
  const edge = (turn: number) =>
    range(30).map((step) => {
      const reach = step / 29
      return onCircle(CENTER_X, y, 40 + reach ** 1.25 * 1250, turn + reach * twist)
    })
  const ribbons = range(arms * 2).map((arm) => {
    const from = (arm / (arms * 2)) * TURN
    const to = from + (TURN / (arms * 2)) * 0.66
    return polygon([...edge(from), ...edge(to).toReversed()], arm % 2 ? main : second)
  })
  return `${ribbons.join('')}${circle(CENTER_X, y, 150, deep)}${circle(CENTER_X, y, 92, spark)}${circle(CENTER_X, y, 40, deep)}`
}

/** A chequered board seen through a lens. */
export const checker: Pattern = (random, { main, second, deep, spark }) => {
  const lensX = random.between(520, 760)
  const lensY = random.between(700, 860)
  const lens = random.between(430, 540)
  const size = random.between(118, 138)
  const bend = (x: number, y: number): readonly [number, number] => {
    const away = Math.hypot(x - lensX, y - lensY) / lens
    // Within the lens everything moves outwards, the heart the most; at its rim nothing does.
    const push = away > 0 && away < 1 ? away ** 0.6 / away : 1
    return [lensX + (x - lensX) * push, lensY + (y - lensY) * push]
  }
  const side = (x1: number, y1: number, x2: number, y2: number) =>
    range(8).map((step) => {
      const [x, y] = bend(x1 + ((x2 - x1) * step) / 8, y1 + ((y2 - y1) * step) / 8)
      return point(x, y)
    })
  return range(HEIGHT / size + 1)
    .flatMap((row) =>
      range(WIDTH / size + 1).map((column) => {
        if ((row + column) % 2) return ''
        const x = column * size - size / 2
        const y = row * size - size / 2
        const outline = [
          ...side(x, y, x + size, y),
          ...side(x + size, y, x + size, y + size),
          ...side(x + size, y + size, x, y + size),
          ...side(x, y + size, x, y),
        ]
        const away = Math.hypot(x + size / 2 - lensX, y + size / 2 - lensY) / lens
        return polygon(outline, away < 0.3 ? spark : away < 1 ? main : second)
      }),
    )
    .concat(ring(lensX, lensY, lens, deep, 10))
    .join('')
}

/** Rows of nested arches, like scales. */
export const scales: Pattern = (random, { night, deep, main, second, spark }) => {
  const radius = random.pick([160, 213.3])
  const rows = HEIGHT / (radius / 2) + 2
  return range(rows)
    .flatMap((row) =>
      range(WIDTH / (radius * 2) + 2).map((column) => {
        const x = column * radius * 2 + (row % 2 ? 0 : radius) - radius
        const y = row * (radius / 2) + radius / 2
        const colours = random.pick([
          [main, night],
          [second, night],
          [main, deep],
          [second, spark],
        ])
        const [band = main, gap = night] = colours
        return [1, 0.82, 0.62, 0.44, 0.24]
          .map((scale, depth) => circle(x, y, radius * scale, depth % 2 ? gap : band))
          .join('')
      }),
    )
    .join('')
}

/** Lines that rise like sound waves. */
export const pulses: Pattern = (random, { night, main, second, spark }) => {
  const rows = 30
  const heartX = random.between(480, 800)
  return range(rows)
    .map((row) => {
      const base = 300 + (row / rows) * 1180
      const strength = Math.exp(-(((row - rows * 0.48) / (rows * 0.3)) ** 2))
      const peaks = range(4).map(() => ({
        x: heartX + random.between(-280, 280),
        high: random.between(60, 250) * strength,
        wide: random.between(46, 110),
      }))
      const points = range(81).map((step) => {
        const x = -20 + step * 16.5
        const lift = peaks.reduce((sum, { x: at, high, wide }) => sum + high * Math.exp(-(((x - at) / wide) ** 2)), 0)
        return point(x, base - lift)
      })
      const colour = row % 5 === 2 ? spark : row % 2 ? main : second
      const under = polygon([point(-20, HEIGHT), ...points, point(WIDTH + 20, HEIGHT)], night)
      return `${under}${line(points, colour, 8)}`
    })
    .join('')
}
