/** Works that wait for the end of a press; null while nothing is pressed. */
let waiting: (() => void)[] | null = null

/**
 * Runs `work` at once or, while the mouse or a finger is down, after its click. What a left field draws would move the pressed button
 * away before the press ends.
 */
export function afterPress(work: () => void): void {
  if (waiting) waiting.push(work)
  else work()
}

function press(): void {
  waiting ??= []
}

function release(): void {
  // The click follows in the same task.
  setTimeout(() => {
    const works = waiting ?? []
    waiting = null
    for (const work of works) work()
  })
}

// A finger's tap sends these too, one right after the other. The field is left between them.
document.addEventListener('mousedown', press, true)
for (const end of ['mouseup', 'dragend']) document.addEventListener(end, release, true)
window.addEventListener('blur', release)
