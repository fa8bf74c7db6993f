import { CircleHelp, ReceiptText, Ticket, UserRound } from 'lucide-react'
import { NavLink, Outlet } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/api/session.ts'
import { classes } from '#web/ui/classes.ts'
import { mayEnter } from './entrance.ts'

const tickets = { to: paths.clientDashboard(), label: 'Entradas', icon: Ticket }
const purchases = { to: paths.clientHistory(), label: 'Compras', icon: ReceiptText }
const profile = { to: paths.profile(), label: 'Perfil', icon: UserRound }
const help = { to: paths.clientSupport(), label: 'Ayuda', icon: CircleHelp }

/** What a person has here: tabs on a phone, a list at the side on a desktop. Its screens bring no padding of their own. */
export function ClientLayout() {
  const user = useSession()?.user
  const buys = !user || mayEnter(user, ['CLIENT'])
  return (
    <div className="column pt-20 pb-16 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10 lg:pt-28">
      <nav aria-label="Tu cuenta" className="mb-6 lg:mb-0">
        <ul className="flex border-b border-linea *:flex-1 lg:sticky lg:top-28 lg:flex-col lg:gap-1 lg:border-0">
          {[tickets, ...(buys ? [purchases] : []), profile, help].map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={({ isActive }) =>
                  classes(
                    '-mb-px flex min-h-12 flex-col items-center justify-center gap-1 border-b-2 py-1 text-12 font-semibold no-underline hover:text-papel',
                    'lg:mb-0 lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-card lg:border-0 lg:px-3 lg:text-16',
                    isActive ? 'border-celeste text-papel lg:bg-mesa' : 'border-transparent text-humo',
                  )
                }
              >
                <Icon aria-hidden="true" size={20} className="shrink-0" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}
