import { LogOut, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink, Outlet } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import type { BackofficeArea } from '#contract/api/areas.ts'
import { useSession } from '#web/api/session.ts'
import { useFailedRefunds } from '#web/features/refunds/use-failed-refunds.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { OfflineNotice } from '../notices/OfflineNotice.tsx'
import { AccountControls } from './AccountControls.tsx'
import { HomeLink } from './Logo.tsx'
import { groupedNavigation, navigationName } from './navigation.ts'
import { HelpLink } from './HelpLink.tsx'
import { NavIcon } from './NavIcon.tsx'
import { NeedsCompany } from './NeedsCompany.tsx'
import { useLeave } from './PersonMenus.tsx'
import { PersonContext, useLastPerson } from '../session/person.ts'

interface AreaProps {
  area: BackofficeArea
}

/** Work screens: a sidebar on desktops; on phones and tablets a bar whose menu slides in. */
export function BackofficeLayout({ area }: AreaProps) {
  const person = useLastPerson()
  if (!person) return null
  return (
    <PersonContext value={person}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <PhoneBar area={area} />
        <header className="hidden border-r border-linea lg:block print:hidden">
          <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-4 pt-8 pb-4">
            <HomeLink className="mb-6 px-3" />
            <AreaNav area={area} />
            <div className="mt-auto">
              <HelpLink />
              <PersonCard />
            </div>
          </div>
        </header>
        <div className="min-w-0">
          <div className="sticky top-16 z-20 lg:top-0 print:hidden">
            <OfflineNotice />
          </div>
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl px-5 pt-6 pb-[calc(4rem+var(--bottom-bar)+var(--notices))] md:px-9 md:pt-9"
          >
            <NeedsCompany>
              <Outlet />
            </NeedsCompany>
          </main>
        </div>
      </div>
    </PersonContext>
  )
}

function AreaNav({ area, onFollow }: AreaProps & { onFollow?: () => void }) {
  const user = useSession()?.user
  const groups = groupedNavigation(area, user)
  const failed = useFailedRefunds({
    enabled: groups.some(([, links]) => links.some(({ to }) => to === paths.organizerRefunds())),
  })
  return (
    <nav aria-label={navigationName(area)} className="flex flex-col gap-4 pb-4">
      {groups.map(([group, links]) => (
        <div key={group} className="flex flex-col gap-1">
          {group && <p className="eyebrow px-3 text-humo">{group}</p>}
          {links.map(({ label, to, icon }) => (
            <NavLink
              key={to}
              to={to}
              {...(onFollow && { onClick: onFollow })}
              className={({ isActive }) =>
                classes(
                  'flex min-h-11 items-center gap-3 rounded-card px-3 font-semibold no-underline transition-colors duration-150 hover:text-papel',
                  isActive ? 'bg-mesa text-papel' : 'text-humo',
                )
              }
            >
              <NavIcon icon={icon} />
              {label}
              {to === paths.organizerRefunds() && failed.count > 0 && (
                <Badge tone="rojo" className="ml-auto">
                  {grouped(failed.count)}
                  <span className="sr-only"> {failed.count === 1 ? 'falló' : 'fallaron'}</span>
                </Badge>
              )}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  )
}

function PhoneBar({ area }: AreaProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-2 border-b border-linea bg-tinta px-3 md:px-7 lg:hidden print:hidden">
      <IconButton label="Abrir el menú" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        <MenuIcon className="size-6" />
      </IconButton>
      <HomeLink className="flex-1" />
      <HelpLink isIcon />
      <AccountControls />
      <Drawer open={isOpen} onClose={close} title={navigationName(area)}>
        <AreaNav area={area} onFollow={close} />
      </Drawer>
    </header>
  )
}

function PersonCard() {
  const session = useSession()
  const leave = useLeave()
  if (!session) return null
  const { user } = session
  return (
    <div className="flex items-center gap-1 rounded-card border border-linea bg-tinta p-1">
      <Link
        to={paths.profile()}
        className="min-h-11 min-w-0 flex-1 rounded-card px-2 py-1 text-papel no-underline hover:bg-mesa"
      >
        <span className="sr-only">Mi Perfil: </span>
        <span className="block text-14 leading-tight font-bold wrap-anywhere">{user.name}</span>
        <span className="block text-12 wrap-anywhere text-humo">
          {user.company?.name ?? <Breakable>{user.mail ?? ''}</Breakable>}
        </span>
      </Link>
      <IconButton label="Cerrar Sesión" onClick={leave}>
        <LogOut className="size-5" />
      </IconButton>
    </div>
  )
}
