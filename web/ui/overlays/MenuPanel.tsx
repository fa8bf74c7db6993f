import { DropdownMenu } from 'radix-ui'
import { cloneElement, useRef, type ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import type { MenuItem, MenuProps } from '../base/Menu.tsx'

/** The open half of `Menu`, in a chunk of its own. It opens as it appears. */
export default function MenuPanel({ label, trigger, triggerClassName, items, align = 'end', header }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef<() => void>(undefined)
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger ref={button} aria-label={label} className={triggerClassName}>
        {trigger}
      </DropdownMenu.Trigger>
      {/* No portal: the menu stays within the landmark of its button. */}
      <DropdownMenu.Content
        align={align}
        sideOffset={8}
        collisionPadding={12}
        // What was chosen happens once the button has the focus again: a dialog that it opens gives it back there.
        onCloseAutoFocus={() => {
          const act = chosen.current
          if (!act) return
          chosen.current = undefined
          button.current?.focus()
          act()
        }}
        className="z-40 whitespace-normal max-w-[min(24rem,calc(100vw-1.5rem))] min-w-60 animate-rise rounded-card border border-linea bg-tinta p-2 shadow-overlay"
      >
        {header && <div className="border-b border-linea px-3 pt-1 pb-3">{header}</div>}
        {items.map((item) => (
          <Item
            key={item.key}
            item={item}
            onChoose={(act) => {
              chosen.current = act
            }}
          />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function Item({ item, onChoose }: { item: MenuItem; onChoose: (act: () => void) => void }) {
  const look = classes(
    'flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-3 font-semibold no-underline -outline-offset-2',
    'data-highlighted:bg-mesa-2',
    item.tone === 'danger' ? 'text-rojo' : 'text-papel',
  )
  const { onSelect } = item
  const content: ReactNode = (
    <>
      {item.icon && <span className="text-humo">{item.icon}</span>}
      <span className="min-w-0 py-2 leading-tight wrap-anywhere">{item.label}</span>
    </>
  )
  return (
    <>
      {item.separated && <DropdownMenu.Separator className="my-2 h-px bg-linea" />}
      {item.link ? (
        <DropdownMenu.Item asChild className={look}>
          {cloneElement(item.link, undefined, content)}
        </DropdownMenu.Item>
      ) : (
        <DropdownMenu.Item className={look} {...(onSelect && { onSelect: () => onChoose(onSelect) })}>
          {content}
        </DropdownMenu.Item>
      )}
    </>
  )
}
