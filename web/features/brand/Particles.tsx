import { classes } from '#web/ui/base/classes.ts'

/** Twenty (rule R16.14). Their places are fixed, so that every visit paints the same sky. */
const particles = Array.from({ length: 20 }, (_, index) => ({
  left: (index * 75.49 + 7) % 100,
  top: (index * 56.98 + 11) % 100,
  size: 3 + (index % 3),
  seconds: 14 + (index % 7) * 3,
  delay: -(index * 1.7),
  tone: index % 4 === 3 ? 'bg-humo' : 'bg-celeste',
}))

/** Slow lights behind a page. Still when the person asked for less motion. Place it in a `relative` parent. */
export function Particles({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={classes('pointer-events-none absolute inset-0 overflow-hidden', className)}>
      {particles.map((particle, index) => (
        <span
          key={index}
          className={classes('absolute animate-drift rounded-full opacity-40', particle.tone)}
          style={{
            left: `${particle.left}%`,
            top: `${particle.top}%`,
            width: particle.size,
            height: particle.size,
            animationDuration: `${particle.seconds}s`,
            animationDelay: `${particle.delay}s`,
          }}
        />
      ))}
    </div>
  )
}
