import { NavLink, Outlet, useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { useSession } from '#web/api/session.ts'
import { classes } from '#web/ui/base/classes.ts'
import { navigation, navigationName } from './navigation.ts'
import { NavIcon } from './NavIcon.tsx'

/** What a person has here: tabs on a phone, a list at the side on a desktop. Its screens bring no padding of their own. */
export function ClientLayout() {
  const user = useSession()?.user
  const { pathname } = useLocation()
  // Open to who has something to settle; to who still promotes it is a screen among their own.
  const isPromoters = pathname === paths.promoterSettlement() && user?.roles.includes('RRPP') === true
  const area = isPromoters ? 'promoter' : 'client'
  return (
    <div className="column pt-20 pb-16 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10 lg:pt-28">
      <nav aria-label={navigationName(area)} className="mb-6 lg:mb-0">
        <ul className="flex border-b border-linea *:flex-1 lg:sticky lg:top-28 lg:flex-col lg:gap-1 lg:border-0">
          {navigation(area, user).map(({ to, label, icon }) => (
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
                <NavIcon icon={icon} />
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
