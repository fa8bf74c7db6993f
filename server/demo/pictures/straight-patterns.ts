/** Flyers of rays, bands, dots and tiles. */
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
  TURN,
  WIDTH,
  type Pattern,
} from './svg-shapes.ts'

export const sunburst: Pattern = (random, { night, main, second, spark }) => {
  const y = random.between(740, 840)
  const rays = random.pick([14, 16, 18, 22])
  const inner = random.between(210, 280)
  const turn = random.between(0, TURN)
  const share = random.between(0.42, 0.56)
  const wedges = range(rays).map((ray) => {
    const from = turn + (ray / rays) * TURN
    const to = from + (TURN / rays) * share
    const points = [
      onCircle(CENTER_X, y, inner, from),
      onCircle(CENTER_X, y, 1500, from),
      onCircle(CENTER_X, y, 1500, to),
      onCircle(CENTER_X, y, inner, to),
    ]
    return polygon(points, ray % 2 ? main : second)
  })
  const halo = random.isLikely(0.5) ? ring(CENTER_X, y, inner * 0.82, spark, 10) : ''
  return `${wedges.join('')}${circle(CENTER_X, y, inner, night)}${halo}`
}

export const waves: Pattern = (random, { main, second, spark }) => {
  const phase = random.between(0, TURN)
  const lean = random.between(-0.35, 0.35)
  const count = random.whole(15, 18)
  return range(count)
    .map((band) => {
      const base = 190 + (band / count) * 1390
      const swing = 26 + 60 * Math.abs(Math.sin(band * 0.55 + phase))
      const points = range(41).map((step) => {
        const x = -40 + step * 34
        const swell = Math.sin(x / 240 + phase + band * 0.28) + 0.5 * Math.sin(x / 130 - band * 0.4)
        return point(x, base + swell * swing * 0.6 + (x - CENTER_X) * lean * 0.2)
      })
      const colour = [main, second, spark, main][band % 4] ?? main
      return line(points, colour, random.between(18, 58), `opacity="${round(random.between(0.72, 1))}"`)
    })
    .join('')
}

export const rings: Pattern = (random, { main, second, spark }) => {
  const y = random.between(740, 860)
  const step = random.between(74, 92)
  const width = step * random.between(0.3, 0.44)
  const count = 1250 / step
  return range(count)
    .map((place) => {
      const colour = place === 0 ? spark : place % 2 ? main : second
      return ring(CENTER_X, y, step * (place + 0.9), colour, width, `opacity="${round(1 - (place / count) * 0.72)}"`)
    })
    .join('')
}

export const horizon: Pattern = (random, { night, deep, main, second, spark }) => {
  const y = random.between(860, 940)
  const radius = random.between(330, 390)
  const sunY = y - radius * random.between(0.62, 0.8)
  const cuts = range(7).map((cut) => {
    const top = sunY + radius * (-0.05 + cut * 0.15)
    return `<rect x="0" y="${round(top)}" width="${WIDTH}" height="${round(10 + cut * 6)}" fill="${night}"/>`
  })
  const stars = range(46).map(() =>
    circle(
      random.between(0, WIDTH),
      random.between(0, y - 260),
      random.between(1.5, 4.5),
      spark,
      `opacity="${round(random.between(0.3, 0.9))}"`,
    ),
  )
  const rows = range(14).map((row) => {
    const height = y + (row / 13) ** 2.2 * (HEIGHT - y)
    return line([point(0, height), point(WIDTH, height)], second, 2.5 + row * 0.45)
  })
  const columns = range(33).map((column) => {
    const offset = (column - 16) * 62
    return line([point(CENTER_X + offset * 0.55, y), point(CENTER_X + offset * 5, HEIGHT)], second, 3.5)
  })
  const sun = `<clipPath id="sun">${circle(CENTER_X, sunY, radius, '#fff')}</clipPath><g clip-path="url(#sun)">${circle(CENTER_X, sunY, radius, 'url(#shine)')}${cuts.join('')}</g>`
  const shine = `<linearGradient id="shine" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${spark}"/><stop offset=".45" stop-color="${main}"/><stop offset="1" stop-color="${second}"/></linearGradient>`
  const floor = `<rect x="0" y="${round(y)}" width="${WIDTH}" height="${HEIGHT}" fill="${deep}"/>`
  return `<defs>${shine}</defs>${stars.join('')}${sun}${floor}${rows.join('')}${columns.join('')}`
}

export const halftone: Pattern = (random, { main, second, spark }) => {
  const pitch = random.between(44, 54)
  const angle = random.pick([0.26, 0.52, 0.79])
  const focusX = random.between(460, 820)
  const focusY = random.between(640, 900)
  const beat = random.between(250, 330)
  const steps = Math.ceil(1150 / pitch)
  return range(steps * 2)
    .flatMap((row) =>
      range(steps * 2).map((column) => {
        const u = (column - steps) * pitch
        const v = (row - steps) * pitch
        const x = CENTER_X + u * Math.cos(angle) - v * Math.sin(angle)
        const y = HEIGHT / 2 + u * Math.sin(angle) + v * Math.cos(angle)
        if (x < -40 || x > WIDTH + 40 || y < -40 || y > HEIGHT + 40) return ''
        const distance = Math.hypot(x - focusX, y - focusY)
        const wave = 0.5 + 0.5 * Math.cos((distance / beat) * Math.PI)
        const radius = pitch * (0.07 + 0.47 * wave * Math.max(0.25, 1 - distance / 1500))
        return circle(x, y, radius, distance < beat * 0.75 ? spark : distance < beat * 2.4 ? main : second)
      }),
    )
    .join('')
}

export const chevrons: Pattern = (random, { main, second, spark }) => {
  const folds = random.pick([2, 4])
  const pitch = random.between(92, 120)
  const depth = random.between(0.55, 0.95)
  const span = WIDTH / folds
  const widths = [0.52, 0.3, 0.16, 0.3]
  return range(2600 / pitch)
    .map((band) => {
      const y = -500 + band * pitch
      const zigzag = range(folds + 1).map((fold) => point(fold * span, y + (fold % 2 ? span * depth : 0)))
      const colour = [main, second, main, spark][band % 4] ?? main
      return line(zigzag, colour, pitch * (widths[band % 4] ?? 0.3), 'stroke-linejoin="miter"')
    })
    .join('')
}

export const tiles: Pattern = (random, { deep, main, second, spark }) => {
  const size = random.pick([320, 213.4])
  const columns = Math.round(WIDTH / size)
  const rows = Math.ceil(HEIGHT / size)
  const colours = [main, second, spark, main, deep] as const
  return range(rows)
    .flatMap((row) =>
      range(columns).map((column) => {
        const x = column * size
        const y = row * size
        const [ground, shape] = random.pick([
          [deep, main],
          [second, deep],
          [deep, second],
          [main, deep],
          ['none', random.pick(colours)],
        ])
        const quarter = `<path d="M0 0h${size}a${size} ${size} 0 0 1-${size} ${size}z" fill="${shape}"/>`
        const half = `<path d="M0 ${size}a${size / 2} ${size / 2} 0 0 1 ${size} 0z" fill="${shape}"/><path d="M0 ${size / 2}a${size / 2} ${size / 2} 0 0 1 ${size} 0z" fill="${shape}"/>`
        const target = `${circle(size / 2, size / 2, size * 0.42, shape)}${circle(size / 2, size / 2, size * 0.2, ground === 'none' ? spark : ground)}`
        const corner = `<path d="M0 0h${size}L0 ${size}z" fill="${shape}"/>`
        const drawn = random.pick([quarter, quarter, half, target, corner])
        const turn = random.whole(0, 3) * 90
        return `<g transform="translate(${round(x)} ${round(y)}) rotate(${turn} ${size / 2} ${size / 2})"><rect width="${size + 0.6}" height="${size + 0.6}" fill="${ground}"/>${drawn}</g>`
      }),
    )
    .join('')
}
