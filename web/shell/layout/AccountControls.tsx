import { LogOut, User } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { useSession } from '#web/api/session.ts'
import { signOut } from '#web/api/sign-out.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { profilePicture } from '#web/lib/media.ts'
import { Avatar } from '#web/ui/base/Avatar.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Menu, type MenuItem } from '#web/ui/base/Menu.tsx'
import { narrowMenu, wideMenu, type AccountLink } from './account-menu.ts'
import { forgetRedirect, rememberRedirect } from '../session/redirect-after-login.ts'

const round = 'inline-flex size-11 items-center justify-center rounded-full'

/** The right end of the bar: sign in and sign up, or the person's menu. */
export function AccountControls() {
  const session = useSession()
  return session ? <PersonMenus user={session.user} /> : <VisitorControls />
}

function VisitorControls() {
  const remember = useRememberedPlace()
  return (
    <>
      <div className="hidden shrink-0 items-center gap-2 whitespace-nowrap md:flex lg:gap-4">
        <ScreenButton tone="secondary" size="s" to={paths.register()} onClick={remember}>
          Crear Cuenta
        </ScreenButton>
        <ScreenButton size="s" to={paths.login()} onClick={remember}>
          Ingresar
        </ScreenButton>
      </div>
      <div className="md:hidden">
        <Menu
          label="Tu cuenta"
          trigger={<User className="size-6" />}
          triggerClassName={`${round} text-papel hover:bg-mesa`}
          items={[
            { key: 'login', label: 'Ingresar', link: <Link to={paths.login()} onClick={remember} /> },
            { key: 'register', label: 'Crear Cuenta', link: <Link to={paths.register()} onClick={remember} /> },
          ]}
        />
      </div>
    </>
  )
}

/** Signing in from an inner page comes back to it; from the landing it goes to the person's own place. */
function useRememberedPlace() {
  const { pathname, search } = useLocation()
  return () => {
    if (pathname === paths.home()) forgetRedirect()
    else rememberRedirect(pathname + search)
  }
}

function PersonMenus({ user }: { user: SessionUser }) {
  const leave = useLeave()
  const header = (
    <>
      <p className="font-bold wrap-anywhere">{user.name}</p>
      <p className="text-14 wrap-anywhere text-humo">
        <Breakable>{user.mail ?? user.phone ?? ''}</Breakable>
      </p>
    </>
  )
  const picture = (
    <Avatar
      src={profilePicture(user.urlProfileImgId)}
      name={user.username || user.name}
      className="size-10"
      letterClassName="bg-celeste font-bold text-sobre-celeste"
    />
  )
  const shared = { label: 'Menú de tu cuenta', trigger: picture, triggerClassName: round, header }
  return (
    <>
      <div className="hidden md:block">
        <Menu {...shared} items={items(wideMenu(user), leave)} />
      </div>
      <div className="md:hidden">
        <Menu {...shared} items={items(narrowMenu(user), leave)} />
      </div>
    </>
  )
}

/** Signs out, then goes to `/login`. */
export function useLeave(): () => void {
  const navigate = useNavigate()
  return () => {
    void signOut()
    void navigate(paths.login())
  }
}

function items(links: readonly AccountLink[], leave: () => void): MenuItem[] {
  return [
    ...links.map(({ label, to, icon: Icon }) => ({
      key: label,
      label,
      icon: <Icon className="size-5" />,
      link: <Link to={to} />,
    })),
    {
      key: 'leave',
      label: 'Cerrar Sesión',
      icon: <LogOut className="size-5" />,
      separated: true,
      onSelect: leave,
    },
  ]
}
