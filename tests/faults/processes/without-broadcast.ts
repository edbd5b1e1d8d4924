// Phones of a run share a process; none may be notified of another one's changes.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
