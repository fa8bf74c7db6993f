import { Ban, CirclePlay, CircleStop, Copy, ExternalLink, Megaphone, Pause, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EventCard } from '#contract/events/event-schemas.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import type { MenuItem } from '#web/ui/base/Menu.tsx'
import { actWords, type ActedEvent, type EventAct } from './event-acts.ts'
import { hasPublicPage } from '#web/features/events/event-state.ts'

const icons: Record<EventAct, ReactNode> = {
  publish: <Megaphone className="size-5" />,
  deactivate: <Pause className="size-5" />,
  closeSales: <CircleStop className="size-5" />,
  openSales: <CirclePlay className="size-5" />,
  duplicate: <Copy className="size-5" />,
  cancel: <Ban className="size-5" />,
}

/** What a menu offers for an event: its public page, if it has one, its team, and the acts. */
export function eventMenu(
  event: Pick<EventCard, 'state' | 'slug'>,
  acted: ActedEvent,
  acts: readonly EventAct[],
  onAct: (act: EventAct) => void,
): MenuItem[] {
  const page: MenuItem = {
    key: 'page',
    label: 'Ver página pública',
    icon: <ExternalLink className="size-5" />,
    link: <Link to={eventPath({ id: acted.id, slug: event.slug })} />,
  }
  return [
    ...(hasPublicPage(event) ? [page] : []),
    {
      key: 'team',
      label: 'Equipo',
      icon: <Users className="size-5" />,
      link: <Link to={paths.eventTeam(acted.id)} />,
    },
    ...acts.map((act) => ({
      key: act,
      label: actWords(act, acted).label,
      icon: icons[act],
      // Irreversible, so apart from the daily actions.
      ...(act === 'cancel' && { tone: 'danger' as const, separated: true }),
      onSelect: () => onAct(act),
    })),
  ]
}
