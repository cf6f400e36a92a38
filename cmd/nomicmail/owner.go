package main

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// ownerOf is the name of the user that a file belongs to.
func ownerOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", fmt.Errorf("unit: nobody knows whose %s is", path)
	}
	id := strconv.FormatUint(uint64(st.Uid), 10)
	u, err := user.LookupId(id)
	if err != nil {
		return id, nil
	}
	return u.Username, nil
}
