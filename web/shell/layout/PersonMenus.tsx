import { LogOut } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { signOut } from '#web/api/sign-out.ts'
import { profilePicture } from '#web/lib/media.ts'
import { Avatar } from '#web/ui/base/Avatar.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Menu, type MenuItem } from '#web/ui/base/Menu.tsx'
import { narrowMenu, wideMenu, type AccountLink } from './account-menu.ts'

/** The menu of who is signed in; visitors do not load it. */
export function PersonMenus({ user }: { user: SessionUser }) {
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
  const shared = {
    label: 'Menú de tu cuenta',
    trigger: picture,
    triggerClassName: 'inline-flex size-11 items-center justify-center rounded-full',
    header,
  }
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
